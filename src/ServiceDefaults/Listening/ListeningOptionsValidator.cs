using Microsoft.Extensions.Options;

namespace DroneDelivery.ServiceDefaults.Listening;

[OptionsValidator]
internal sealed partial class ListeningOptionsValidator : IValidateOptions<ListeningOptions>;
