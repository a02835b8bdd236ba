using Microsoft.Extensions.Options;

namespace DroneDelivery.ServiceDefaults.Faults;

[OptionsValidator]
internal sealed partial class FaultOptionsValidator : IValidateOptions<FaultOptions>;
