/** The texts of numbers in records. */

/** Returns the digits of a number: 1e21 and 1e-7 have no exponent in an answer. */
export function formatNumber(value: number): string {
  const text = String(value)
  const [, sign = '', whole = '', fraction = '', exponent] =
    /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(text) ?? []
  if (exponent === undefined) return text
  const shift = Number(exponent)
  if (shift < 0) return `${sign}0.${'0'.repeat(-shift - 1)}${whole}${fraction}`
  return `${sign}${whole}${fraction.padEnd(shift, '0')}`
}

export const formatNumberOrNull = (value: number | null | undefined): string | null =>
  value === null || value === undefined ? null : formatNumber(value)
