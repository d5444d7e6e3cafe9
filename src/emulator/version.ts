/** The version of this package. It equals `version` in package.json. */
export const version = '0.1.0'
