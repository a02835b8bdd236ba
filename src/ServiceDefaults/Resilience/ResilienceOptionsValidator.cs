using Microsoft.Extensions.Options;

namespace DroneDelivery.ServiceDefaults.Resilience;

[OptionsValidator]
internal sealed partial class ResilienceOptionsValidator : IValidateOptions<ResilienceOptions>;
