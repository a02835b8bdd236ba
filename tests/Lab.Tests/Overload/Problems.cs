using System.Text;

namespace DroneDelivery.Lab.Tests.Overload;

/// <summary>Bodies of the gateway's answers to what failed.</summary>
internal static class Problems
{
    public static ReadOnlyMemory<byte> Overloaded { get; } = WithFailure("overloaded");

    public static ReadOnlyMemory<byte> WithFailure(string failure) => Encoding.UTF8.GetBytes(
        $$"""{"type":"about:blank","status":503,"backend":"delivery","failure":"{{failure}}"}""");
}
