/** Reads the links of Markdown documents. */
import { posix } from 'node:path'

/** The text without comments and without code blocks. */
export const proseOf = (text: string): string =>
  text.replaceAll(/<!--[\s\S]*?-->/g, '').replaceAll(/^( *)(`{3,})[\s\S]*?^\1\2$/gm, '')

/** The targets of links to files, relative to the root: `docs/glossary.md#terms`, or `docs/ci` of a folder. */
export const linksIn = (document: string, prose: string): string[] =>
  [...prose.matchAll(/\]\(([^)\s]+)[^)]*\)/g)]
    .map(([, target]) => target as string)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) =>
      target.startsWith('#')
        ? document + target
        : posix.join(posix.dirname(document), target).replace(/\/$/, ''),
    )

/** Whether a path is one of the files, or a folder of one. */
export const isAmong = (files: readonly string[], path: string): boolean =>
  files.some((file) => file === path || file.startsWith(`${path.replace(/\/$/, '')}/`))

/** The anchors of the headings of a document. A repeated heading has a number. */
export function anchorsOf(prose: string): string[] {
  const anchors = [...prose.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
  return anchors.map((anchor, i) => {
    const number = anchors.slice(0, i).filter((each) => each === anchor).length
    return number === 0 ? anchor : `${anchor}-${number}`
  })
}
