export const recordLaws = {}
