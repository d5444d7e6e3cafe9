/** A text file that the build turns into a module. */
declare module '*.txt' {
  const text: string
  export default text
}
