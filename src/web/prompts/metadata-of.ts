import type { Metadata } from '../../engine/template/blueprint/index.ts'

export const metadataOf = (
  provider: string,
  name: string,
  parameters: Record<string, unknown> = {},
): Metadata => ({
  model: {
    provider,
    name,
    parameters,
    model_config_display_name: null,
    base_model: null,
    display_params: {},
    api_type: null,
  },
})
