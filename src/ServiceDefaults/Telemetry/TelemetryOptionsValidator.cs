using Microsoft.Extensions.Options;

namespace DroneDelivery.ServiceDefaults.Telemetry;

[OptionsValidator]
internal sealed partial class TelemetryOptionsValidator : IValidateOptions<TelemetryOptions>;
