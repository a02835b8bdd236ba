using System.Text.Json.Nodes;

namespace DroneDelivery.CosmosEmulator.Tests.Query.Differential;

/// <summary>
/// Random documents: members of all types under the same names, or missing; arrays with equal items, arrays of objects, arrays in
/// arrays.
/// </summary>
internal sealed class DocumentGenerator(Random random, ModelPool pool)
{
    private const int DeepLevels = 40;

    /// <summary>Usually few documents, sometimes more, and sometimes none.</summary>
    public List<JsonObject> NextSet()
    {
        var count = random.Next(20) switch
        {
            0 => 0,
            1 => random.Next(20, 40),
            _ => random.Next(1, 15),
        };
        return [.. Enumerable.Range(0, count).Select(number => Next($"d{number}"))];
    }

    public JsonObject Next(string id)
    {
        var members = new List<string> { $"\"id\":\"{id}\"" };
        Add(members, "pk", 8, () => ModelPool.PartitionKeys[random.Next(ModelPool.PartitionKeys.Length)]);
        Add(members, "a", 6, () => Value(2));
        Add(members, "b", 6, () => pool.NextScalar(random));
        Add(members, "n", 6, () => random.Next(8) == 0 ? Value(1) : pool.NextNumber(random));
        Add(members, "two words", 4, () => Value(1));
        Add(members, "t", 4, () => Array(0));
        Add(members, "lines", 3, () => random.Next(8) == 0
            ? Value(1)
            : Join('[', Enumerable.Range(0, random.Next(4)).Select(_ => Line()), ']'));
        Add(members, "o", 3, () => random.Next(8) == 0
            ? Value(1)
            : $$"""{"p":{"q":{{Value(1)}},"r":{{Value(1)}}},"a":{{Value(1)}},"t":{{Array(1)}}}""");
        Add(members, "deep", 2, () => random.Next(3) == 0
            ? $"{new string('[', DeepLevels)}{Value(0)}{new string(']', DeepLevels)}"
            : Value(3));
        return JsonNode.Parse(Join('{', members, '}'))!.AsObject();
    }

    /// <summary>Leaves a member out in one of some documents.</summary>
    private void Add(List<string> members, string name, int documents, Func<string> value)
    {
        if (random.Next(documents) > 0)
        {
            members.Add($"\"{name}\":{value()}");
        }
    }

    private string Value(int depth) => random.Next(depth > 0 ? 12 : 8) switch
    {
        8 or 9 => Array(depth - 1),
        10 => $$"""{"k":{{Value(depth - 1)}},"v":{{Value(depth - 1)}}}""",
        11 => $$"""{"v":{{Value(depth - 1)}}}""",
        _ => pool.NextScalar(random),
    };

    private string Array(int depth)
    {
        var items = Enumerable.Range(0, random.Next(5)).Select(_ => Value(depth)).ToList();
        if (items.Count > 1 && random.Next(3) == 0)
        {
            items[^1] = items[0];
        }

        return Join('[', items, ']');
    }

    private string Line() => random.Next(6) == 0
        ? Value(0)
        : $$"""{"k":{{pool.NextScalar(random)}},"v":{{Value(1)}},"u":{{Array(0)}}}""";

    private static string Join(char start, IEnumerable<string> parts, char end) => $"{start}{string.Join(',', parts)}{end}";
}
