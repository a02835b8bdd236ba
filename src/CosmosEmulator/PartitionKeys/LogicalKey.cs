using System.Globalization;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.PartitionKeys;

/// <summary>A partition key value that a request names, and its hash, by which it is told apart from others.</summary>
internal readonly record struct LogicalKey(EffectivePartitionKey Hash, CosmosValue Value)
{
    public static LogicalKey From(CosmosValue value) => new(EffectivePartitionKey.From(value), value);

    /// <summary>The JSON text of the value, a string's without quotes; {} stands for documents without the property.</summary>
    public string ToText() => Value.Kind switch
    {
        CosmosValueKind.String => Value.Text,
        CosmosValueKind.Number => $"{Value.ExactNumber}",
        CosmosValueKind.Undefined => "{}",
        _ => Value.Kind.ToString().ToLower(CultureInfo.InvariantCulture),
    };
}
