/** Names of time zones: an IANA name, or the city of one. */

/** The regions of the IANA names that end in a city. */
const regions = [
  'Africa',
  'America',
  'America/Argentina',
  'America/Indiana',
  'America/Kentucky',
  'America/North_Dakota',
  'Antarctica',
  'Arctic',
  'Asia',
  'Atlantic',
  'Australia',
  'Europe',
  'Indian',
  'Pacific',
]

const resolvedNames = new Map<string, string | undefined>()

/** Returns the IANA name of `Europe/Amsterdam` or `Amsterdam`; undefined for an unknown name. */
export function resolveTimeZone(name: string): string | undefined {
  const known = resolvedNames.get(name)
  if (known !== undefined || resolvedNames.has(name)) return known
  const city = name.replaceAll(' ', '_')
  const cityNames = city.includes('/') ? [] : regions.map((region) => `${region}/${city}`)
  const resolved = [name, ...cityNames].find(isIanaName)
  resolvedNames.set(name, resolved)
  return resolved
}

// Note: `Intl` also accepts an offset such as `+01:00`, which is not a name.
function isIanaName(name: string): boolean {
  if (!/^[a-z]/i.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).format(0) !== ''
  } catch {
    return false
  }
}
