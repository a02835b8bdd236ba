using System.Text.Json;
using System.Text.Json.Nodes;
using DroneDelivery.CosmosEmulator.Documents;
using DroneDelivery.CosmosEmulator.PartitionKeys;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Resources;

/// <summary>What a client asks a container to be: its JSON, checked, with the defaults that the service adds.</summary>
/// <param name="PartitionKeyPaths">One, or several for a hierarchical key.</param>
/// <param name="DefaultTimeToLive">Of documents that have none of their own; null if no document expires.</param>
internal sealed record ContainerDefinition(
    string Id,
    IReadOnlyList<PropertyPath> PartitionKeyPaths,
    UniqueKeys UniqueKeys,
    IndexingPolicy Indexing,
    TimeToLive? DefaultTimeToLive,
    string Json)
{
    private const string ConflictResolution = "conflictResolutionPolicy";
    private const string LastWriterWins = "LastWriterWins";
    private const string Hash = "Hash";

    /// <summary>A hierarchical key. Of one path it has the same keys as <see cref="Hash"/>.</summary>
    private const string MultiHash = "MultiHash";

    /// <summary>They would change what reads return, so ignoring them would be a wrong answer.</summary>
    private static readonly (string Property, string Feature)[] Unsupported =
    [
        ("ttlPropertyPath", "Time to live by another property (ttlPropertyPath)"),
        ("analyticalStorageTtl", "Analytical storage"),
        ("computedProperties", "A list of computed properties"),
        ("vectorEmbeddingPolicy", "A vector embedding policy"),
        ("fullTextPolicy", "A full text policy"),
        ("materializedViewDefinition", "A materialized view"),
        ("clientEncryptionPolicy", "A client encryption policy"),
    ];

    /// <summary>Whether the container resolves conflicts between regions like the other one.</summary>
    public bool HasSameConflictResolution(ContainerDefinition other) =>
        JsonNode.DeepEquals(JsonNode.Parse(Json)![ConflictResolution], JsonNode.Parse(other.Json)![ConflictResolution]);

    /// <summary>Reads the documents of the container.</summary>
    public DocumentReader Reader { get; } = new(PartitionKeyPaths)
    {
        UniqueKeys = UniqueKeys,
        ReadsTimeToLive = DefaultTimeToLive is not null,
    };

    /// <summary>Reads a definition; on failure <paramref name="fault"/> is a message for the client.</summary>
    public static ContainerDefinition? Parse(ReadOnlyMemory<byte> body, out string? fault)
    {
        try
        {
            return JsonNode.Parse(body.Span) is JsonObject json
                ? Check(json, out fault)
                : Fail("A container must be a JSON object.", out fault);
        }
        catch (Exception error) when (error is JsonException or InvalidOperationException or ArgumentException or FormatException)
        {
            return Fail($"The container's definition is not valid: {error.Message}", out fault);
        }
    }

    public static ContainerDefinition Create(string id, string partitionKeyPath)
    {
        var paths = new JsonArray(partitionKeyPath);
        return Complete(id, new JsonObject { ["id"] = id, ["partitionKey"] = new JsonObject { ["paths"] = paths } });
    }

    private static ContainerDefinition? Check(JsonObject json, out string? fault)
    {
        var id = json["id"]?.GetValue<string>();
        fault = DocumentId.FindNameFault(id) ?? FindUnsupported(json) ?? FindPartitionKeyFault(json["partitionKey"] as JsonObject)
            ?? UniqueKeyPolicy.FindFault(json["uniqueKeyPolicy"])
            ?? FindTimeToLiveFault(json)
            ?? IndexingPolicy.FindFault(json["indexingPolicy"]?.AsObject(), expires: json["defaultTtl"] is not null)
            ?? SpatialIndexes.FindFault(json);
        return fault is null ? Complete(id!, json) : null;
    }

    private static ContainerDefinition? Fail(string message, out string? fault)
    {
        fault = message;
        return null;
    }

    private static string? FindUnsupported(JsonObject json)
    {
        foreach (var (property, feature) in Unsupported)
        {
            if (json[property] is { } value && !IsEmpty(value))
            {
                return $"{feature} is not supported by this emulator.";
            }
        }

        return null;
    }

    // A policy may ask for nothing: {"vectorEmbeddings":[]}.
    private static bool IsEmpty(JsonNode value) => value switch
    {
        JsonArray array => array.Count == 0,
        JsonObject members => members.All(member => member.Value is null || IsEmpty(member.Value)),
        _ => false,
    };

    private static string? FindPartitionKeyFault(JsonObject? partitionKey)
    {
        if (partitionKey?["paths"] is not JsonArray { Count: > 0 } paths)
        {
            return "The container's definition has no partition key path (partitionKey.paths).";
        }

        var kind = partitionKey["kind"]?.GetValue<string>() ?? Hash;
        if (kind is not (Hash or MultiHash))
        {
            return $"The partition key kind {kind} is not supported by this emulator.";
        }

        if (paths.Count > 1 && kind == Hash)
        {
            return "A partition key of kind Hash has one path.";
        }

        if (paths.Count > EffectivePartitionKey.MaxLevels)
        {
            return $"A hierarchical partition key (MultiHash) has at most {EffectivePartitionKey.MaxLevels} paths.";
        }

        return (partitionKey["version"]?.GetValue<int>() ?? 2) == 2
            ? paths.Select(path => FindPathFault(path?.GetValue<string>())).FirstOrDefault(fault => fault is not null)
            : "Version 1 of the partition key hash is not supported by this emulator.";
    }

    private static string? FindTimeToLiveFault(JsonObject json) =>
        json["defaultTtl"] is { } value && ReadTimeToLive(json) is null ? TimeToLive.FaultOf(value.ToJsonString()) : null;

    private static TimeToLive? ReadTimeToLive(JsonObject json) =>
        json["defaultTtl"] is { } value ? TimeToLive.From(CosmosValue.From(JsonSerializer.SerializeToElement(value))) : null;

    /// <summary>What is wrong with a path of a key; null when it is good.</summary>
    public static string? FindPathFault(string? path, string key = "partition key") =>
        path is not null && !path.Contains('[', StringComparison.Ordinal) && PropertyPath.TryParse(path) is not null
            ? null
            : $"The {key} path '{path}' is not a path such as /ownerId.";

    private static ContainerDefinition Complete(string id, JsonObject json)
    {
        // Without the version the SDK hashes keys with version 1 and takes them for another partition's.
        var partitionKey = (JsonObject)json["partitionKey"]!;
        partitionKey["kind"] ??= Hash;
        partitionKey["version"] = 2;
        var indexing = IndexingPolicy.Complete(json["indexingPolicy"]?.AsObject());
        json["indexingPolicy"] ??= indexing;
        var conflictResolution = (json[ConflictResolution] ??= new JsonObject()).AsObject();
        conflictResolution["mode"] ??= LastWriterWins;
        conflictResolution["conflictResolutionPath"] ??=
            conflictResolution["mode"]!.GetValue<string>() == LastWriterWins ? "/_ts" : "";
        conflictResolution["conflictResolutionProcedure"] ??= "";
        json["geospatialConfig"] ??= new JsonObject { ["type"] = "Geography" };
        IReadOnlyList<PropertyPath> paths =
            [.. partitionKey["paths"]!.AsArray().Select(path => PropertyPath.Parse(path!.GetValue<string>()))];
        var uniqueKeys = UniqueKeyPolicy.Read(json["uniqueKeyPolicy"]);
        return new ContainerDefinition(
            id, paths, uniqueKeys, new IndexingPolicy(indexing), ReadTimeToLive(json), json.ToJsonString());
    }
}
