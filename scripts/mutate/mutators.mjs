/** Mutators besides those of Stryker: a changed number, a dropped call, swapped branches and swapped arguments. */

/** Copies a node with changes. A node must not stand at two places of a tree. */
const withChanges = (node, changes) => Object.assign(structuredClone(node), changes)

const changedNumber = {
  name: 'ChangedNumber',
  *mutate({ node }) {
    if (node.type !== 'NumericLiteral') return
    const numbers = node.value === 0 ? [1] : [node.value + 1, node.value - 1]
    for (const value of numbers) yield withChanges(node, { value, extra: undefined })
  },
}

const droppedCall = {
  name: 'DroppedCall',
  *mutate({ node, parent }) {
    const call = node.type === 'AwaitExpression' ? node.argument : node
    if (call.type !== 'CallExpression') return
    if (parent.type === 'ExpressionStatement') yield { type: 'Identifier', name: 'undefined' }
    else if (node === call && call.arguments.length === 1 && isValue(call.arguments[0]))
      yield structuredClone(call.arguments[0])
  },
}

const isValue = ({ type }) => type !== 'SpreadElement' && type !== 'ArrowFunctionExpression'

const swappedBranches = {
  name: 'SwappedBranches',
  *mutate({ node }) {
    if (node.type !== 'ConditionalExpression') return
    const { consequent, alternate } = structuredClone(node)
    yield withChanges(node, { consequent: alternate, alternate: consequent })
  },
}

/** Whether the order of the arguments has no effect. */
const isSymmetric = ({ type, object, property }) =>
  type === 'MemberExpression' && object.name === 'Math' && /^(min|max)$/.test(property.name)

const swappedArguments = {
  name: 'SwappedArguments',
  *mutate({ node }) {
    if (node.type !== 'CallExpression' || node.arguments.length !== 2) return
    if (isSymmetric(node.callee)) return
    const [first, second] = structuredClone(node).arguments
    if (first.type === 'Identifier' && first.name === second.name) return
    if (isValue(first) && isValue(second)) yield withChanges(node, { arguments: [second, first] })
  },
}

/** Adds the mutators to those of the instrumenter, which has no option for them. */
export async function addMutators() {
  const main = import.meta.resolve('@stryker-mutator/instrumenter')
  const { allMutators } = await import(new URL('mutators/mutate.js', main).href)
  for (const mutator of [changedNumber, droppedCall, swappedBranches, swappedArguments])
    if (!allMutators.includes(mutator)) allMutators.push(mutator)
}
