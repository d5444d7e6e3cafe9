/** The motif and the colour of each subject area. A motif is a path in a square of 24 units. */

interface Motif {
  /** Degrees on the colour circle. */
  readonly hue: number
  readonly path: string
}

export const motifs = {
  leadership: { hue: 304, path: 'M6 21V3M6 4h12l-3 4 3 4H6' },
  technology: {
    hue: 212,
    path: 'M7 7h10v10H7zM10 10h4v4h-4zM10 3v4M14 3v4M10 17v4M14 17v4M3 10h4M3 14h4M17 10h4M17 14h4',
  },
  safety: { hue: 22, path: 'M12 3l8 3v6c0 5-4 8-8 9-4-1-8-4-8-9V6zM8.5 12l2.5 2.5 4.5-5' },
  health: {
    hue: 344,
    path: 'M12 20C7 16 4 13 4 9a4 4 0 018-1.5A4 4 0 0120 9c0 4-3 7-8 11zM4.5 11.5H8l2-3 3 6 2-3h4.5',
  },
  languages: { hue: 172, path: 'M4 4h11v8H9l-3 3v-3H4zM18 9h2v8h-2v3l-3-3h-5v-2' },
  law: { hue: 256, path: 'M12 4v16M8 20h8M5 7h14M5 7l-3 7h6zM19 7l-3 7h6z' },
  finance: { hue: 146, path: 'M3 20h18M5 20v-6h3v6M10.5 20V9h3v11M16 20V4h3v16' },
  teaching: { hue: 48, path: 'M2 9l10-5 10 5-10 5zM6 11.5V16c3 3 9 3 12 0v-4.5M22 9v6' },
} as const satisfies Readonly<Record<string, Motif>>

/** A subject area of the catalog. */
export type SubjectArea = keyof typeof motifs
