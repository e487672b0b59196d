import ts from 'typescript'

/** A change of behaviour: `text` replaces the range from `start` to `end`. */
export interface Mutation {
  readonly start: number
  readonly end: number
  readonly text: string
  /** Its description, such as "negate the condition". */
  readonly what: string
}

const swapped: Partial<Record<ts.SyntaxKind, string>> = {
  [ts.SyntaxKind.LessThanToken]: '<=',
  [ts.SyntaxKind.LessThanEqualsToken]: '<',
  [ts.SyntaxKind.GreaterThanToken]: '>=',
  [ts.SyntaxKind.GreaterThanEqualsToken]: '>',
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: '!==',
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: '===',
  [ts.SyntaxKind.AmpersandAmpersandToken]: '||',
  [ts.SyntaxKind.BarBarToken]: '&&',
}

/** Lists all mutations of a TypeScript file or a component's script, except in types, comments and strings. */
export function listMutations(text: string, { isComponent = false } = {}): Mutation[] {
  const script = isComponent ? /(<script setup lang="ts">)(.*?)<\/script>/s.exec(text) : undefined
  const offset = script ? script.index + script[1]!.length : 0
  const source = ts.createSourceFile('mutated.ts', script ? script[2]! : text, ts.ScriptTarget.Latest, true)
  const found: Mutation[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isImportDeclaration(node))
      return
    for (const { start, end, text, what } of at(node, source))
      found.push({ start: start + offset, end: end + offset, text, what })
    ts.forEachChild(node, visit)
  }
  if (script || !isComponent)
    visit(source)
  return found
}

function at(node: ts.Node, source: ts.SourceFile): Mutation[] {
  const replace = (target: ts.Node, text: string, what: string): Mutation =>
    ({ start: target.getStart(source), end: target.end, text, what })
  if (ts.isBinaryExpression(node)) {
    const operator = swapped[node.operatorToken.kind]
    if (operator === undefined)
      return []
    return [replace(node.operatorToken, operator, `"${operator}" for "${node.operatorToken.getText(source)}"`)]
  }
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    return [replace(node, `(${node.operand.getText(source)})`, 'drop the "!"')]
  if (ts.isIfStatement(node))
    return ifMutations(node, source, replace)
  if (node.kind === ts.SyntaxKind.TrueKeyword)
    return [replace(node, 'false', '"false" for "true"')]
  if (node.kind === ts.SyntaxKind.FalseKeyword)
    return [replace(node, 'true', '"true" for "false"')]
  if (ts.isNumericLiteral(node) && ts.isVariableDeclaration(node.parent) && node.text !== '0')
    return [replace(node, '0', `0 for ${node.getText(source)}`)]
  if (isVoidFunction(node)) {
    const start = node.body.getStart(source) + 1
    return [{ start, end: start, text: ' return;', what: 'return at once' }]
  }
  return []
}

type Replace = (target: ts.Node, text: string, what: string) => Mutation

function ifMutations(node: ts.IfStatement, source: ts.SourceFile, replace: Replace): Mutation[] {
  const negated = replace(node.expression, `!(${node.expression.getText(source)})`, 'negate the condition')
  const body = ts.isBlock(node.thenStatement) ? node.thenStatement.statements.at(-1) : node.thenStatement
  const isGuard = node.elseStatement === undefined && body !== undefined && (ts.isThrowStatement(body) || ts.isReturnStatement(body))
  return isGuard ? [negated, replace(node, ';', 'drop the guard')] : [negated]
}

/** Whether a return without a value fits the declared type. */
function isVoidFunction(node: ts.Node): node is ts.FunctionLikeDeclaration & { readonly body: ts.Block } {
  return (
    (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node))
    && node.body !== undefined
    && node.body.statements.length > 0
    && /^(?:void|Promise<void>)$/.test(node.type?.getText() ?? '')
  )
}
