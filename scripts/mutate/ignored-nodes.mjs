/** The nodes that get no mutants, each with the reason. */

const wordsOf = (node) =>
  node.type === 'StringLiteral' ? node.value : node.quasis.map(({ value }) => value.raw).join('…')

/** Two words with a blank between them: a sentence or a name for people. */
const prose = /[\p{L}"'`…)}] [\p{L}"'`…({]/u

const isSplit = ({ parent }) =>
  parent.type === 'MemberExpression' && parent.property.name === 'split'

const texts = {
  shouldIgnore(path) {
    if (path.node.type !== 'StringLiteral' && path.node.type !== 'TemplateLiteral') return undefined
    if (!prose.test(wordsOf(path.node)) || isSplit(path)) return undefined
    return 'a text for people: tests hold its meaning, not each of its words'
  },
}

export const ignorers = [texts]
