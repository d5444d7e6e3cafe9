/** The version of this package; the release writes it here and in package.json alike. */
export const version = '0.1.0'
