using System.Globalization;
using System.Text;
using System.Text.Json;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.PartitionKeys;

/// <summary>A partition key that a request or a document names, and its hash, by which it is told apart from others.</summary>
/// <param name="Value">Its value; an array of the values of its levels if it has several.</param>
internal readonly record struct LogicalKey(EffectivePartitionKey Hash, CosmosValue Value)
{
    /// <summary>Of the value of a level in UTF-8: concepts-limits.md in MicrosoftDocs/azure-databases-docs.</summary>
    private const int MaxValueBytes = 2048;

    /// <summary>The number of levels: less than that of the container's paths if only the first ones are named.</summary>
    public int LevelCount => Value.Kind == CosmosValueKind.Array ? Value.Count : 1;

    /// <summary>The value of each level.</summary>
    public IReadOnlyList<CosmosValue> Levels => Value.Kind == CosmosValueKind.Array ? [.. Value.Items()] : [Value];

    public static LogicalKey From(CosmosValue value) => new(EffectivePartitionKey.From(value), value);

    /// <param name="levels">At least one.</param>
    public static LogicalKey From(IReadOnlyList<CosmosValue> levels) => levels.Count == 1
        ? From(levels[0])
        : new(EffectivePartitionKey.From(levels), CosmosValue.From(levels));

    /// <summary>What is wrong with the value of a level; null if an item may have it.</summary>
    /// <param name="level">A scalar, or undefined.</param>
    public static string? FindValueFault(CosmosValue level) =>
        level.Kind == CosmosValueKind.Number && !double.IsFinite(level.Number) ? "is a number that no double holds"
        : Encoding.UTF8.GetByteCount(level.Text) is > MaxValueBytes and var bytes
            ? $"has {bytes} bytes in UTF-8; {MaxValueBytes} are allowed"
        : null;

    /// <summary>What is wrong with one of its values; null if an item may have the key.</summary>
    public string? FindFault() => Value.Kind == CosmosValueKind.Array
        ? Value.Items().Select(FindValueFault).FirstOrDefault(fault => fault is not null)
        : FindValueFault(Value);

    /// <summary>The JSON text of the value, a string's without quotes; {} stands for documents without the property.</summary>
    public string ToText() => Value.Kind switch
    {
        CosmosValueKind.String => Value.Text,
        CosmosValueKind.Array => $"[{string.Join(',', Value.Items().Select(ToJson))}]",
        _ => ToJson(Value),
    };

    private static string ToJson(CosmosValue value) => value.Kind switch
    {
        CosmosValueKind.String => JsonSerializer.Serialize(value.Text, ReadableJson.Options),
        CosmosValueKind.Number => $"{value.ExactNumber}",
        CosmosValueKind.Undefined => "{}",
        _ => value.Kind.ToString().ToLower(CultureInfo.InvariantCulture),
    };
}
