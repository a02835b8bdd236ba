using System.Text.Json;
using System.Text.Json.Serialization;
using DroneDelivery.Gateway.Admin;
using DroneDelivery.Gateway.Caching;
using DroneDelivery.Gateway.Invoices;
using DroneDelivery.Gateway.Keys;
using DroneDelivery.Gateway.Usage;

namespace DroneDelivery.Gateway;

/// <summary>
/// Serializes the requests and responses of the gateway, the responses of backends, and the heads of files, without reflection.
/// </summary>
[JsonSourceGenerationOptions(JsonSerializerDefaults.Web, RespectRequiredConstructorParameters = true)]
[JsonSerializable(typeof(AnswerHead))]
[JsonSerializable(typeof(DeliverySummary))]
[JsonSerializable(typeof(DroneSummary))]
[JsonSerializable(typeof(DroneUtilization))]
[JsonSerializable(typeof(Invoice))]
[JsonSerializable(typeof(KeyRow))]
[JsonSerializable(typeof(KeyTerms))]
[JsonSerializable(typeof(KeyView[]))]
[JsonSerializable(typeof(NewKeyView))]
[JsonSerializable(typeof(PackageSummary))]
[JsonSerializable(typeof(PlansView))]
[JsonSerializable(typeof(RotationTerms))]
[JsonSerializable(typeof(SavedNumbers))]
[JsonSerializable(typeof(SessionView))]
[JsonSerializable(typeof(UsageReport))]
internal sealed partial class GatewayJson : JsonSerializerContext;
