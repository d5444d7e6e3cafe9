/**
 * Shows the control characters of a text as `\u001b`, so that a terminal does not obey them. Tabs and line
 * ends stay. JSON stays JSON.
 */
export const printable = (text: string): string =>
  text.replaceAll(
    /(?![\t\n])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
