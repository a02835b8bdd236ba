using System.Diagnostics;

namespace DroneDelivery.Gateway.Tests;

/// <summary>The gateway's program, for tests that start it as a process of its own.</summary>
internal static class GatewayProgram
{
    // A gateway with a cache sets it in the process of the tests, whose children would inherit it.
    private const string SocketThreads = "DOTNET_SYSTEM_NET_SOCKETS_INLINE_COMPLETIONS";

    public static ProcessStartInfo CreateStart(string[] arguments)
    {
        var program = Path.Combine(AppContext.BaseDirectory, "DroneDelivery.Gateway.dll");
        var start = new ProcessStartInfo("dotnet", [program, .. arguments]);
        start.Environment.Remove(SocketThreads);
        return start;
    }
}
