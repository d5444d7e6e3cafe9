/** Draws the pictures of records: the initials of a person, or the motif of a subject area. */
import type { ServedFile, ServedFiles } from '../../engine/serve/served-files.ts'
import { hashPath } from '../../engine/store/random.ts'
import { motifs, type SubjectArea } from './motifs.ts'

const pictureSizes = {
  users: [160, 160],
  categories: [160, 160],
  thumbs: [160, 160],
  courses: [640, 360],
  programs: [640, 360],
} as const

/** The kind of a picture: the records that have it, or `thumbs` for the small pictures of courses. */
export type PictureKind = keyof typeof pictureSizes

const prefix = '/pictures/'

/** Returns the path of a picture below the base URL. `subject` is a subject area, or a text of at most four letters. */
export const picturePath = (kind: PictureKind, id: number, subject: string): string =>
  `${prefix}${kind}/${id}-${encodeURIComponent(subject)}.svg`

const pathPattern = new RegExp(
  `^${prefix}(${Object.keys(pictureSizes).join('|')})/(\\d{1,15})-([^/]{1,40})\\.svg$`,
)

/** The pictures of the service. Each address contains what the picture shows, so that it needs no record. */
export const pictureFiles: ServedFiles = {
  prefix,
  read(path) {
    const [, kind, id, encoded = ''] = pathPattern.exec(path) ?? []
    const subject = kind === undefined ? undefined : decoded(encoded)
    if (subject === undefined) return undefined
    return svgFile(drawing(kind as PictureKind, Number(id), subject))
  },
}

/** Decodes a part of a path; undefined for a text that is damaged or longer than any subject. */
function decoded(part: string): string | undefined {
  try {
    const subject = decodeURIComponent(part)
    return Object.hasOwn(motifs, subject) || [...subject].length <= 4 ? subject : undefined
  } catch {
    return undefined
  }
}

const svgFile = (text: string): ServedFile => ({ contentType: 'image/svg+xml', text })

function drawing(kind: PictureKind, id: number, subject: string): string {
  const [width, height] = pictureSizes[kind]
  const [first, second] = hashPath(0, [kind === 'thumbs' ? 'courses' : kind, id])
  const motif = Object.hasOwn(motifs, subject) ? motifs[subject as SubjectArea] : undefined
  // Note: the pictures of one subject area have related colours.
  const hue = motif ? motif.hue + (first % 25) - 12 : first % 360
  const [x, y] = [width / 2, height / 2]
  const content = motif
    ? motifDrawing(motif.path, width, height, second)
    : `<text x="${x}" y="${y}" dy=".36em" text-anchor="middle" font-family="system-ui,sans-serif" font-size="${height * 0.4}" font-weight="600" fill="#fff">${escaped(subject)}</text>`
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `<defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="hsl(${hue} 52% 38%)"/>` +
    `<stop offset="1" stop-color="hsl(${hue - 30} 60% 27%)"/></linearGradient></defs>` +
    `<rect width="${width}" height="${height}" fill="url(#g)"/>${content}</svg>`
  )
}

/** Draws the motif in the middle, on circles that differ for each record. */
function motifDrawing(path: string, width: number, height: number, random: number): string {
  const size = height * 0.5
  const scale = size / 24
  const circle = (x: number, y: number, r: number): string =>
    `<circle cx="${Math.round(x)}" cy="${Math.round(y)}" r="${Math.round(r)}" fill="#fff" fill-opacity=".08"/>`
  const part = (shift: number): number => ((random >>> shift) & 255) / 255
  return (
    circle(width * part(0) * 0.4, height * part(8), height * 0.55) +
    circle(width * (0.6 + part(16) * 0.4), height * part(24), height * 0.4) +
    `<path transform="translate(${(width - size) / 2} ${(height - size) / 2}) scale(${scale})" d="${path}" ` +
    'fill="none" stroke="#fff" stroke-width="1.4" stroke-linecap="round" stroke-linejoin="round"/>'
  )
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

/** Escapes a text, without the control characters that XML forbids. */
const escaped = (text: string): string =>
  text
    .replaceAll(/[&<>"]/g, (letter) => entities[letter] as string)
    // eslint-disable-next-line no-control-regex
    .replaceAll(/[\u0000-\u001f\ufffe\uffff]|\p{Cs}/gu, '')
