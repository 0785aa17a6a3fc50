import type { Metadata } from '../../engine/template/blueprint/index.ts'

export const metadataOf = (
  provider: string,
  name: string,
  parameters: Record<string, unknown> = {},
): Metadata => ({
  model: {
    provider,
    name,
    model_config_display_name: null,
    base_model: null,
    parameters,
    display_params: {},
    api_type: null,
  },
})
