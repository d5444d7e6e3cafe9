/**
 * Finds the known names that are near to a wrong one.
 *
 * Names are compared word by word, regardless of their style: `createUser`, `create_user` and `user.created` have the
 * words create and user. Equal words come first, then words with the same meaning, then misspelt words. A name of
 * another action is never near: `createEnrollment` does not suggest `cancelEnrollment`.
 */

/** Words for the actions of an API. Two names with different actions are not near. */
const actionWords = [
  'create add new insert make register post',
  'read get list find fetch show retrieve',
  'update edit change modify patch',
  'delete remove destroy drop erase',
  'cancel abort revoke withdraw',
  'complete finish',
  'approve accept confirm',
  'deny reject refuse decline',
  'activate enable',
  'deactivate disable',
]

/** The words that end the name of the end of a range, and of its start. Two names with different ones are not near. */
const boundWords = ['before until to', 'after since from']

/** Words that mean the same in the names of fields and journal kinds. */
const synonymWords = [
  'name title',
  'attempt delivery',
  'delay latency',
  'paging pagination',
  'price cost',
  'start serve',
  ...boundWords,
]

/** Returns the number of the line that contains the stem of a word. */
function linesByWord(lines: readonly string[]): ReadonlyMap<string, number> {
  return new Map(lines.flatMap((line, i) => line.split(' ').map((word) => [stemOf(word), i])))
}

const actions = linesByWord(actionWords)
const synonyms = linesByWord(synonymWords)
const bounds = linesByWord(boundWords)

/** Words that tell few names apart. */
const fillers = new Set(['by', 'id', 'of', 'to', 'from', 'the', 'a', 'an', 'and', 'in'])

const prepositions = new Set(['of', 'from', 'to'])

/** The costs of differences between two names. A word of the one that the other does not have costs 1. */
const costs = {
  sameAction: 0.1,
  sameMeaning: 0.1,
  number: 0.05,
  ending: 0.01,
  id: 0.3,
  start: 0.34,
  fillerGiven: 0.03,
  fillerKnown: 0.002,
  beginning: 0.5,
} as const

/** The largest difference of near names, and the one from which two names may be meant. */
const costMax = 0.66
const doubtMin = 0.3

/** The largest share of characters that differ between two spellings of a word, and between those of a name. */
const misspeltMax = { onlyWord: 0.39, word: 0.3, name: 0.25 } as const

/** The word of a path that stands for any id. */
export const idWord = '#'

/** The number of characters from which a word can be misspelt, or the beginning of another. */
const comparedMin = 3

/** Returns the nearest known name, if one is near. */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  return nearestNames(name, known, 1)[0]
}

/** Returns the nearest known names, best first. It omits names that are much farther away than the best. */
export function nearestNames(name: string, known: Iterable<string>, count: number): string[] {
  const candidates = candidatesFor(name, known)
  const best = candidates[0]?.cost ?? 0
  return candidates
    .filter(({ cost }) => cost <= best + 0.2)
    .slice(0, count)
    .map(({ each }) => each)
}

/** Returns the known name that is meant, or two or three that may be: `name` is `first_name` or `last_name`. */
export function suggestedNames(name: string, known: readonly string[]): string[] {
  const candidates = candidatesFor(name, known)
  const best = candidates[0]?.cost ?? 0
  // Note: `get_user` is one record, or a misspelt list.
  const span = best > 0 && best < costs.number ? costs.number : 0
  const meant = candidates.filter(({ cost }, i) =>
    best < doubtMin ? i === 0 || cost <= span : cost === best,
  )
  const names = meant.map(({ each }) => each)
  if (names.length > 3) return []
  return span > 0 ? names : known.filter((each) => names.includes(each))
}

/** Returns the near names, best first. */
function candidatesFor(name: string, known: Iterable<string>) {
  const given = partsOf(name)
  const candidates = [...known].flatMap((each) => {
    const cost = costOf(given, partsOf(each))
    return cost === undefined ? [] : [{ each, cost, distance: editDistance(name, each) }]
  })
  return candidates.sort((a, b) => a.cost - b.cost || a.distance - b.distance)
}

/** What common guesses mean, in words of any style. The first name that is known counts. */
export type NameAliases = Readonly<Record<string, string | readonly string[]>>

/** Returns the known name for a common guess. */
export function aliasedName(
  name: string,
  known: readonly string[],
  aliases: NameAliases,
): string | undefined {
  const meanings = Object.entries(aliases).find(([guess]) => keyOf(guess) === keyOf(name))?.[1]
  return [meanings ?? []]
    .flat()
    .flatMap((meaning) => known.find((each) => keyOf(each) === keyOf(meaning)) ?? [])[0]
}

interface NameParts {
  /** The words without fillers, in lower case. All words if it has only fillers. */
  readonly words: readonly string[]
  readonly fillers: readonly string[]
  /** The words before `of`, `from` or `to`: what the name is about. */
  readonly subject: ReadonlySet<string>
  /** Which end of a range the name is about, if it tells. */
  readonly bound: number | undefined
  /** The letters and digits, in lower case. */
  readonly letters: string
}

function partsOf(name: string): NameParts {
  const all = name
    .replaceAll(/([a-z\d])(?=[A-Z])/g, '$1 ')
    .toLowerCase()
    .split(/[^\p{L}\p{N}#]+/u)
    .filter((word) => word !== '')
  const words = all.filter((word) => !fillers.has(word))
  const subjectEnd = all.findIndex((word) => prepositions.has(word))
  return {
    words: words.length > 0 ? words : all,
    fillers: words.length > 0 ? all.filter((word) => fillers.has(word)) : [],
    subject: new Set(subjectEnd > 0 ? all.slice(0, subjectEnd) : all),
    bound: bounds.get(stemOf(all.at(-1) ?? '')),
    letters: all.join(''),
  }
}

/** The same for names with the same words, and for two words of an action. */
const keyOf = (name: string): string =>
  partsOf(name)
    .words.map((word) => actions.get(stemOf(word)) ?? stemOf(word))
    .join(' ')

/** Returns the known name with the same words: `delete_user` for `deleteUsers`. */
export const nameOfSameWords = (name: string, known: Iterable<string>): string | undefined =>
  [...known].find((each) => keyOf(each) === keyOf(name))

/** What the words of a name have in common with its plural, its past tense and its noun. */
function stemOf(word: string): string {
  const singular = word.length > 3 ? word.replace(/s$/, '') : word
  const stem = singular.replace(/(ment|ing|ed)$/, '')
  if (stem.length < 3) return word
  return stem
    .replace(/e$/, '')
    .replace(/y$/, 'i')
    .replace(/ie$/, 'i')
    .replace(/(.)\1$/, '$1')
}

/** The difference of two names, from 0 for the same words; undefined if they are not near. */
function costOf(given: NameParts, known: NameParts): number | undefined {
  if (isOtherAction(given.words, known.words)) return undefined
  const bothBound = given.bound !== undefined && known.bound !== undefined
  if (bothBound && given.bound !== known.bound) return undefined
  const { cost, hasNoun } = wordCostOf(given.words, known)
  const filler =
    costs.fillerGiven * missingIn(given.fillers, known.fillers) +
    costs.fillerKnown * missingIn(known.fillers, given.fillers)
  const misspelt = misspeltShare(given.letters, known.letters, misspeltMax.name)
  const isBeginning = given.letters.length >= comparedMin && known.letters.startsWith(given.letters)
  const least = Math.min(
    hasNoun && cost !== undefined ? cost + filler : Infinity,
    misspelt ?? Infinity,
    isBeginning ? costs.beginning : Infinity,
  )
  return least <= costMax ? least : undefined
}

const missingIn = (words: readonly string[], others: readonly string[]): number =>
  words.filter((word) => !others.includes(word)).length

/** Whether the known name does not have the action of the given one. A negated word is another action: `unenroll`. */
function isOtherAction(given: readonly string[], known: readonly string[]): boolean {
  const [one, other] = [given, known].map((words) => actionOf(words))
  if (one !== undefined && one !== other) return true
  return given.some((word) => known.some((each) => isNegation(word, each)))
}

const actionOf = (words: readonly string[]): number | undefined =>
  words.map((word) => actions.get(stemOf(word))).find((action) => action !== undefined)

const isNegation = (a: string, b: string): boolean =>
  ['un', 'de', 'dis'].some(
    (prefix) => prefix + stemOf(a) === stemOf(b) || prefix + stemOf(b) === stemOf(a),
  )

/** Pairs the words of two names. The cost is undefined if both names have words that the other does not have. */
function wordCostOf(
  given: readonly string[],
  { words: known, subject }: NameParts,
): { readonly cost: number | undefined; readonly hasNoun: boolean } {
  const left = new Set(known)
  const max = given.length === 1 ? misspeltMax.onlyWord : misspeltMax.word
  let cost = 0
  let paired = 0
  let hasNoun = false
  for (const [i, word] of given.entries()) {
    const [best] = [...left]
      .flatMap((other) => {
        const isId = other === idWord && known[i] === idWord
        const each = isId && word !== idWord ? costs.id : pairCost(word, other, max)
        return each === undefined ? [] : [{ other, each }]
      })
      .sort((a, b) => a.each - b.each)
    if (!best) continue
    left.delete(best.other)
    cost += best.each
    paired += 1
    hasNoun ||=
      best.other !== idWord &&
      subject.has(best.other) &&
      (!actions.has(stemOf(word)) || given.length === 1)
  }
  const [more, fewer] = [given.length, known.length].sort((a, b) => b - a) as [number, number]
  if (paired < fewer) return { cost: undefined, hasNoun }
  return { cost: (cost + more - paired) / more, hasNoun }
}

/** The difference of two words; undefined if they have nothing in common. */
function pairCost(given: string, known: string, max: number): number | undefined {
  if (given === known) return 0
  const [one, other] = [stemOf(given), stemOf(known)]
  if (one === other)
    return given.endsWith('s') === known.endsWith('s') ? costs.ending : costs.number
  if (actions.has(one) && actions.get(one) === actions.get(other)) return costs.sameAction
  if (synonyms.has(one) && synonyms.get(one) === synonyms.get(other)) return costs.sameMeaning
  if (given.length < comparedMin) return undefined
  const isBeginning =
    known.startsWith(given) || given.startsWith(known) || isBeginningOf(other, one)
  if (isBeginning && known.length >= comparedMin) return costs.start
  return misspeltShare(given, known, max)
}

/** Whether a stem is the beginning of another: `assum` of `assumption`. */
const isBeginningOf = (one: string, other: string): boolean =>
  one.length > comparedMin && other.startsWith(one)

/** The share of characters that differ; undefined above the limit, and for two texts without characters. */
function misspeltShare(given: string, known: string, max: number): number | undefined {
  const length = Math.max(given.length, known.length)
  // Note: two texts without characters have the share NaN, which is not below the limit.
  const share = editDistance(soundOf(given), soundOf(known)) / length
  return share <= max ? share : undefined
}

/** A word as it is heard: `fone` sounds as `phone` does. */
const soundOf = (word: string): string => word.replaceAll('ph', 'f')

/** Counts the insertions, deletions, replacements and swaps of neighbours between two texts. */
export function editDistance(a: string, b: string): number {
  let above: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i += 1) {
    const beforeAbove = above
    above = row
    row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const changed = (above[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapped = isSwap ? (beforeAbove[j - 2] as number) + 1 : Infinity
      row.push(Math.min(changed, (above[j] as number) + 1, (row[j - 1] as number) + 1, swapped))
    }
  }
  return row[b.length] as number
}
