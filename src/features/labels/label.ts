const labelTypes = ['issue', 'pull', 'any'] as const
export type LabelType = (typeof labelTypes)[number]

export interface Label {
  readonly id: number
  readonly uuid: string
  readonly name: string
  /** `#rrggbb`. */
  readonly color: string
  readonly type: LabelType
  readonly description: string
}

export function findLabelType(text: string): LabelType | undefined {
  return labelTypes.find((type) => type === text)
}
