using System.Text.Json.Nodes;
using DroneDelivery.CosmosEmulator.Documents;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Resources;

/// <summary>
/// The property <c>uniqueKeyPolicy</c> of a container: {"uniqueKeys":[{"paths":["/a","/b/c"]}]}. Source of the limits:
/// unique-keys.md in MicrosoftDocs/azure-databases-docs.
/// </summary>
internal static class UniqueKeyPolicy
{
    private const int MaxKeys = 10;
    private const int MaxPaths = 16;

    /// <summary>What is wrong with a policy; null when it is good, or missing.</summary>
    public static string? FindFault(JsonNode? policy)
    {
        var keys = ReadPaths(policy);
        return keys.Count > MaxKeys ? $"A unique key policy has at most {MaxKeys} unique keys."
            : keys.Any(paths => paths.Count == 0) ? "A unique key has no paths."
            : keys.Sum(paths => paths.Count) > MaxPaths ? $"The unique keys of a container have at most {MaxPaths} paths."
            : keys.SelectMany(paths => paths).Select(FindPathFault).FirstOrDefault(fault => fault is not null);
    }

    /// <param name="policy">Has no fault.</param>
    public static UniqueKeys Read(JsonNode? policy) =>
        new([.. ReadPaths(policy).Select(paths => paths.ConvertAll(path => PropertyPath.Parse(path!)))]);

    private static List<List<string?>> ReadPaths(JsonNode? policy) =>
    [
        .. (policy?["uniqueKeys"]?.AsArray() ?? new JsonArray()).Select(
            key => (key?["paths"]?.AsArray() ?? new JsonArray()).Select(path => path?.GetValue<string>()).ToList()),
    ];

    // The server's own members are not those that a client sends.
    private static string? FindPathFault(string? path) =>
        ContainerDefinition.FindPathFault(path, "unique key") is { } fault ? fault
        : SystemProperties.IsName(PropertyPath.Parse(path!).Names[0]) ? $"The unique key path '{path}' is a system property."
        : null;
}
