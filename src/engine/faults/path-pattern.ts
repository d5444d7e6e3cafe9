/** Patterns of paths in fault rules. */

const isWildcard = (segment: string): boolean => /^(\{.*\}|:.+|\*)$/.test(segment)

/** Matches paths. `{id}`, `:id` and `*` match any segment in both paths; a final `*` in the pattern matches several. */
export function matchesPath(pattern: string, path: string): boolean {
  const patternSegments = pattern.split('/')
  const segments = path.split('/')
  const hasOpenEnd = patternSegments.at(-1) === '*'
  if (
    hasOpenEnd
      ? segments.length < patternSegments.length
      : segments.length !== patternSegments.length
  )
    return false
  return patternSegments.every((each, i) => {
    const segment = segments[i] as string
    return each === segment || isWildcard(each) || isWildcard(segment)
  })
}
