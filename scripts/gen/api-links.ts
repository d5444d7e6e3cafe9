/** Knows on which page and under which anchor each exported word stands. */
import { type Comment, type DeclarationReflection, ReferenceReflection } from 'typedoc'

export interface Page {
  readonly file: string
  readonly title: string
  readonly says: Comment | undefined
  readonly words: readonly DeclarationReflection[]
}

export interface Place {
  readonly file: string
  readonly title: string
  readonly anchor: string
}

/** Where a word stands, as seen from a page: a word of the page itself goes before others of its name. */
export type Links = (name: string, from: string) => Place | undefined

export function linksOf(pages: readonly Page[]): Links {
  const places = new Map<string, Place>()
  for (const { file, title, words } of pages) {
    const taken = new Map([[slug(title), 1]])
    for (const word of words) {
      const plain = slug(word.name)
      const before = taken.get(plain) ?? 0
      taken.set(plain, before + 1)
      const anchor = before === 0 ? plain : `${plain}-${before}`
      if (word instanceof ReferenceReflection) continue
      const place = { file, title, anchor }
      places.set(`${file}#${word.name}`, place)
      if (!places.has(word.name)) places.set(word.name, place)
    }
  }
  return (name, from) => places.get(`${from}#${name}`) ?? places.get(name)
}

/** The anchor that a heading gets where Markdown is shown. */
const slug = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(/\s/g, '-')

export function link(name: string, from: string, links: Links): string {
  const place = links(name, from)
  if (!place) throw new Error(`the reference has no place for ${name}`)
  return `[\`${name}\`](${place.file === from ? '' : place.file}#${place.anchor})`
}

/** The words of ours that a declaration names, as links. */
export function linked(text: string, from: string, links: Links): string[] {
  const named = new Set(text.replaceAll(/'[^']*'|"[^"]*"/g, '').match(/\b[A-Z]\w+\b/g))
  return [...named].filter((name) => links(name, from)).map((name) => link(name, from, links))
}

/** A type as the cell of a table: code, with the words of ours as links. */
export function linkedType(type: string, from: string, links: Links): string {
  let cell = ''
  let code = ''
  const asCode = (): string => {
    const text = code.replaceAll('|', '\\|')
    return /\w/.test(text) || !/\s/.test(text) ? fenced(text) : text
  }
  for (const part of type.split(/(?<!['"\w])([A-Z]\w+)(?!['"\w])/)) {
    if (/^[A-Z]/.test(part) && links(part, from)) {
      cell += asCode() + link(part, from, links)
      code = ''
    } else code += part
  }
  return cell + asCode()
}

const fenced = (text: string): string => (text === '' ? '' : `\`${text}\``)
