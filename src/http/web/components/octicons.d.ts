declare module '@primer/octicons' {
  type Octicon = { readonly heights: Readonly<Record<string, { readonly width: number; readonly path: string }>> }
  const octicons: Readonly<Record<string, Octicon>>
  export default octicons
}
