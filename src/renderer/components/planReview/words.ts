/** Strings of a plan that waits for approval. */
export const planReviewWords = {
  title: 'The plan',
  hint: 'Arrow keys move from part to part, Enter writes a comment.',
  comment: (quote: string) => `Comment on “${quote}”`,
  add: 'Comment',
  save: 'Save',
  edit: 'Edit',
  remove: 'Remove',
  tooLong: 'These comments are too long to be sent together. Shorten one.',
}
