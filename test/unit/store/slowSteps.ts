import { migrations } from '../../../src/main/store/migrations'

/**
 * Parley's steps and three more, each long enough to be killed in. Each leaves a mark at its beginning and one at its
 * end.
 */
export const slowSteps: readonly string[] = [
  ...migrations,
  ...[1, 2, 3].map(
    step => `
    CREATE TABLE begun_${step} (number INTEGER) STRICT;
    INSERT INTO begun_${step}
      WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 40000)
      SELECT number FROM numbers;
    UPDATE events SET body = json_set(body, '$.step', ${step});
    ALTER TABLE threads ADD COLUMN ended_${step} TEXT;
  `,
  ),
]
