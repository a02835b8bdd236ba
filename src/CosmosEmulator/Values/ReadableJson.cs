using System.Text.Encodings.Web;
using System.Text.Json;

namespace DroneDelivery.CosmosEmulator.Values;

/// <summary>Options for JSON that people read: letters and quotes are written as they are, where JSON allows it.</summary>
internal static class ReadableJson
{
    public static JsonSerializerOptions Options { get; } = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };
}
