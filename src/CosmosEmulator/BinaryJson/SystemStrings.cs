using System.Text;

namespace DroneDelivery.CosmosEmulator.BinaryJson;

/// <summary>The strings that have a number in the format, in their order.</summary>
internal static class SystemStrings
{
    private static readonly byte[][] All =
    [
        .. new[]
        {
            "$s", "$t", "$v", "_attachments", "_etag", "_rid", "_self", "_ts",
            "attachments/", "coordinates", "geometry", "GeometryCollection", "id", "url", "Value", "label",
            "LineString", "link", "MultiLineString", "MultiPoint", "MultiPolygon", "name", "Name", "Type",
            "Point", "Polygon", "properties", "type", "value", "Feature", "FeatureCollection", "_id",
        }.Select(text => Encoding.ASCII.GetBytes(text)),
    ];

    /// <param name="number">From 0 to 31.</param>
    public static ReadOnlySpan<byte> Find(int number) => All[number];
}
