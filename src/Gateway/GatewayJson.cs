using System.Text.Json;
using System.Text.Json.Serialization;
using DroneDelivery.Gateway.Backends;
using DroneDelivery.Gateway.Invoices;
using DroneDelivery.Gateway.Usage;

namespace DroneDelivery.Gateway;

/// <summary>Reads the backends' answers and writes invoices without reflection.</summary>
[JsonSourceGenerationOptions(JsonSerializerDefaults.Web, RespectRequiredConstructorParameters = true)]
[JsonSerializable(typeof(DeliverySummary))]
[JsonSerializable(typeof(DroneSummary))]
[JsonSerializable(typeof(DroneUtilization))]
[JsonSerializable(typeof(Invoice))]
[JsonSerializable(typeof(PackageSummary))]
[JsonSerializable(typeof(UsageReport))]
internal sealed partial class GatewayJson : JsonSerializerContext;
