import { type Config, valueAt } from '../config.ts'
import type { HandwrittenField } from '../field-spec.ts'

const isSelect = (config: Config): boolean => valueAt(config, 'ui_element.type') === 'select'
const isNumber = (config: Config): boolean => config['data_type'] === 'number'

export const human: readonly HandwrittenField[] = [
  {
    path: 'ui_element.type',
    label: 'A person answers with',
    words: {
      rating: 'A rating',
      select: 'One of several options',
      number: 'A number',
      slider: 'A number on a scale',
      text: 'Text',
    },
    extraPaths: ['data_type'],
    chosen: (config, type) => ({
      ...config,
      data_type: type === 'text' || type === 'select' ? 'string' : 'number',
      ui_element: {
        type,
        ...(type === 'rating' && { min: 1, max: 5 }),
        ...(valueAt(config, 'ui_element.prompt') !== undefined && {
          prompt: valueAt(config, 'ui_element.prompt'),
        }),
      },
    }),
  },
  { path: 'ui_element.prompt', label: 'Question', placeholder: 'How helpful is the answer?' },
  {
    path: 'ui_element.options',
    label: 'Options',
    as: 'lines',
    hint: 'One on each line.',
    when: isSelect,
  },
  { path: 'ui_element.min', label: 'Lowest', when: isNumber },
  { path: 'ui_element.max', label: 'Highest', when: isNumber },
  { path: 'ui_element.step', label: 'Step', placeholder: '1', when: isNumber, isMore: true },
]
