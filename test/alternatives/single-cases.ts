export const singleCases: string[] = []
