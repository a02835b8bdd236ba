using System.Text.Json.Nodes;

namespace DroneDelivery.CosmosEmulator.Resources;

/// <summary>The spatial indexes of a container's definition. Spatial functions are not supported; the definition is checked.</summary>
internal static class SpatialIndexes
{
    /// <summary>Why they are refused; null if they are not. The texts about bounding boxes are the service's.</summary>
    public static string? FindFault(JsonObject definition)
    {
        var isGeometry = definition["geospatialConfig"]?["type"]?.GetValue<string>() == "Geometry";
        var indexes = definition["indexingPolicy"]?["spatialIndexes"] as JsonArray ?? [];
        return indexes.Select(index => FindFault(index, isGeometry)).FirstOrDefault(fault => fault is not null);
    }

    private static string? FindFault(JsonNode? index, bool isGeometry)
    {
        if (index?["types"] is not JsonArray { Count: > 0 })
        {
            return $"The spatial index of the path '{index?["path"]}' has no types.";
        }

        return index["boundingBox"] is not { } box
            ? isGeometry
                ? $"Required parameter 'boundingBox' for 'Geometry' collection is missing in spatial path '{index["path"]}'"
                : null
            : isGeometry
                ? FindOrderFault(box, "x") ?? FindOrderFault(box, "y")
                : "Incorrect parameter 'boundingBox' specified for 'Geography' collection";
    }

    private static string? FindOrderFault(JsonNode box, string axis)
    {
        var (min, max) = ($"{axis}min", $"{axis}max");
        return box[min]?.GetValue<double>() < box[max]?.GetValue<double>()
            ? null
            : $"The value of parameter '{max}' must be greater than the value of parameter '{min}'";
    }
}
