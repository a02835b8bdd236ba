using Microsoft.Extensions.Options;

namespace DroneDelivery.ServiceDefaults.Cosmos;

[OptionsValidator]
internal sealed partial class CosmosOptionsValidator : IValidateOptions<CosmosOptions>;
