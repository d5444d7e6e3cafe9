/** Formats numbers for messages and tables. */

/** Formats a count with separators: `3,900`. */
export const formatThousands = (count: number): string => count.toLocaleString('en')
