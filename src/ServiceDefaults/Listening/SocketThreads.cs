using Microsoft.AspNetCore.Server.Kestrel.Transport.Sockets;

namespace DroneDelivery.ServiceDefaults.Listening;

/// <summary>
/// Runs requests on the threads that wait for sockets, instead of the thread pool. A short request costs about a quarter less CPU;
/// one that blocks its thread, or computes for long, delays all connections of that thread.
/// </summary>
public static class SocketThreads
{
    // .NET reads it at the first use of a socket, and has no setting for it in runtimeconfig.json.
    private const string Variable = "DOTNET_SYSTEM_NET_SOCKETS_INLINE_COMPLETIONS";

    /// <summary>Completes the calls of all sockets of the process on these threads. Call this before a socket is used.</summary>
    public static void Use() => Environment.SetEnvironmentVariable(Variable, "1");

    /// <summary>Keeps the server from moving a request to the thread pool.</summary>
    public static void Configure(SocketTransportOptions options) => options.UnsafePreferInlineScheduling = true;

    /// <summary>What follows it runs on the thread pool.</summary>
    public static ValueTask SwitchToThreadPoolAsync() =>
        Thread.CurrentThread.IsThreadPoolThread ? ValueTask.CompletedTask : YieldAsync();

    private static async ValueTask YieldAsync() => await Task.CompletedTask.ConfigureAwait(ConfigureAwaitOptions.ForceYielding);
}
