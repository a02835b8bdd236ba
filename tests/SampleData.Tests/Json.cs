using System.Text.Json;

namespace DroneDelivery.SampleData.Tests;

/// <summary>Compares by content: records that hold lists are otherwise compared by reference.</summary>
internal static class Json
{
    public static string Serialize<T>(T value) => JsonSerializer.Serialize(value, JsonSerializerOptions.Web);
}
