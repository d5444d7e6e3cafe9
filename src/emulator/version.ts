/** The version of this package. The release script writes it here and in package.json. */
export const version = '0.1.0'
