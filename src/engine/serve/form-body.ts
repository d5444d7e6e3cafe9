/** Parses the body of a form. */

interface SentValue {
  /** The names in a key: `address_attributes` and `city` of `address_attributes[city]`. */
  readonly path: readonly string[]
  readonly text: string
}

/** The maximum number of names in a key. Further ones are dropped. */
const pathLengthMax = 20

/**
 * Parses a form: `name=a` gives a text, `name[part]=a` an object, and `name[]=a` or `name[0][part]=a` an item
 * of a list.
 */
export function parseForm(text: string): Readonly<Record<string, unknown>> {
  const values = [...new URLSearchParams(text)].map(([key, value]) => ({
    path: pathOf(key),
    text: value,
  }))
  return objectFrom(values)
}

function pathOf(key: string): string[] {
  const [, name = key, brackets = ''] = /^([^[]+)((?:\[[^\]]*\])+)$/.exec(key) ?? []
  return [name, ...brackets.slice(1, -1).split('][', pathLengthMax)].slice(
    0,
    brackets ? undefined : 1,
  )
}

// Note: `Object.fromEntries` makes own properties, also of the name `__proto__`.
function objectFrom(values: readonly SentValue[]): Record<string, unknown> {
  const byName = new Map<string, SentValue[]>()
  for (const { path, text } of values) {
    const [name = '', ...rest] = path
    const group = byName.get(name) ?? []
    group.push({ path: rest, text })
    byName.set(name, group)
  }
  return Object.fromEntries([...byName].map(([name, group]) => [name, valueFrom(group)]))
}

/** The value of a name: the last text, a list if each further name is empty or a number, or an object. */
function valueFrom(values: readonly SentValue[]): unknown {
  const last = values.at(-1) as SentValue
  if (last.path.length === 0) return last.text
  const nested = values.filter(({ path }) => path.length > 0)
  const texts = nested.filter(({ path }) => path.length === 1 && path[0] === '')
  if (texts.length === nested.length) return texts.map(({ text }) => text)
  const object = objectFrom(nested)
  return Object.keys(object).every((name) => /^\d+$/.test(name)) ? Object.values(object) : object
}
