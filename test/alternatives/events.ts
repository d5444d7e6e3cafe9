export const eventLaws = {}
