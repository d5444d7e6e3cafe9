/** Links the names of exports to their page and anchor in the reference. */
import { type Comment, type DeclarationReflection, ReferenceReflection } from 'typedoc'

export interface Page {
  readonly file: string
  readonly title: string
  readonly comment: Comment | undefined
  readonly declarations: readonly DeclarationReflection[]
}

interface LinkTarget {
  readonly file: string
  readonly title: string
  readonly anchor: string
}

/** Finds the link target of a name, seen from a page. A name of the same page takes precedence. */
export type LinkResolver = (name: string, from: string) => LinkTarget | undefined

export function createLinkResolver(pages: readonly Page[]): LinkResolver {
  const targets = new Map<string, LinkTarget>()
  for (const { file, title, declarations } of pages) {
    const anchorCounts = new Map([[slug(title), 1]])
    for (const declaration of declarations) {
      const baseAnchor = slug(declaration.name)
      const before = anchorCounts.get(baseAnchor) ?? 0
      anchorCounts.set(baseAnchor, before + 1)
      const anchor = before === 0 ? baseAnchor : `${baseAnchor}-${before}`
      if (declaration instanceof ReferenceReflection) continue
      const target = { file, title, anchor }
      targets.set(`${file}#${declaration.name}`, target)
      if (!targets.has(declaration.name)) targets.set(declaration.name, target)
    }
  }
  return (name, from) => targets.get(`${from}#${name}`) ?? targets.get(name)
}

/** The anchor of a heading in rendered Markdown. */
export const slug = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(/\s/g, '-')

export function link(name: string, from: string, links: LinkResolver): string {
  const target = links(name, from)
  if (!target) throw new Error(`the reference has no page for ${name}`)
  return `[\`${name}\`](${target.file === from ? '' : target.file}#${target.anchor})`
}

/** Links to the exported types that a declaration mentions. */
export function typeLinks(text: string, from: string, links: LinkResolver): string[] {
  const names = new Set(text.replaceAll(/'[^']*'|"[^"]*"/g, '').match(/\b[A-Z]\w+\b/g))
  return [...names].filter((name) => links(name, from)).map((name) => link(name, from, links))
}

/** A type as a table cell: code, with links to exported types. */
export function linkedType(type: string, from: string, links: LinkResolver): string {
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
