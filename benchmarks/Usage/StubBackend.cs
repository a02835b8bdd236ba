using System.CommandLine;
using System.Globalization;
using DroneDelivery.Shared.Benchmarks;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace DroneDelivery.Usage.Benchmarks;

/// <summary>
/// This program in another role: the service behind the gateways. It answers at once, in a chunk: with as many bytes as the
/// path's last part says, or where that is no number, that there is no such thing.
/// </summary>
internal static class StubBackend
{
    /// <summary>A last part that is not found.</summary>
    public const string Missing = "missing";

    private const int MaxBytes = 4_096;

    private static readonly ReadOnlyMemory<byte> Letters = Enumerable.Repeat((byte)'x', MaxBytes).ToArray();
    private static readonly ReadOnlyMemory<byte> NotFound = "There is no such thing."u8.ToArray();

    /// <summary>Returns when standard input ends.</summary>
    public static Command Command()
    {
        var command = new Command(OwnServer.Command, "Serves, for the other commands.") { Hidden = true };
        command.SetAction((_, _) => OwnServer.RunAsync(HttpProtocols.Http2, AnswerAsync));
        return command;
    }

    private static Task AnswerAsync(HttpContext context)
    {
        var path = context.Request.Path.Value!;
        var isFound = int.TryParse(path[(path.LastIndexOf('/') + 1)..], CultureInfo.InvariantCulture, out var bytes);
        context.Response.StatusCode = isFound ? StatusCodes.Status200OK : StatusCodes.Status404NotFound;
        context.Response.ContentType = "text/plain";
        return context.Response.Body.WriteAsync(isFound ? Letters[..bytes] : NotFound).AsTask();
    }
}
