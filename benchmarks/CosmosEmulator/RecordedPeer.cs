using System.Collections.Concurrent;
using System.CommandLine;
using DroneDelivery.Shared.Benchmarks;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.Primitives;

namespace DroneDelivery.CosmosEmulator.Benchmarks;

/// <summary>
/// This program in another role: Kestrel that repeats the emulator's responses. The first request of each kind is forwarded to the
/// emulator, and its response is kept.
/// </summary>
internal static class RecordedPeer
{
    /// <summary>The headers on which a response depends; the others are of the client or change with time.</summary>
    private static readonly string[] KeyHeaders =
    [
        "x-ms-documentdb-partitionkey", "x-ms-documentdb-partitionkeyrangeid", "x-ms-continuation",
        "x-ms-cosmos-is-query-plan-request", "If-None-Match",
    ];

    public static Task<ServerProcess> StartAsync(Uri emulator) => OwnServer.StartAsync(emulator.ToString());

    public static Command Command()
    {
        var emulator = new Argument<Uri>("emulator") { CustomParser = result => new Uri(result.Tokens[0].Value) };
        var command = new Command(OwnServer.Command, "Repeats the responses of an emulator until standard input ends.") { emulator };
        command.SetAction((result, _) => RunAsync(result.GetRequiredValue(emulator)));
        command.Hidden = true;
        return command;
    }

    private static async Task RunAsync(Uri emulator)
    {
        using var http = new HttpClient { BaseAddress = emulator };
        var responses = new ConcurrentDictionary<RequestKey, RecordedResponse>();
        await OwnServer.RunAsync(HttpProtocols.Http1, async context =>
        {
            var key = await ReadKeyAsync(context.Request);
            if (!responses.TryGetValue(key, out var response))
            {
                response = await ForwardAsync(http, context.Request, key.Body);
                responses[key] = response;
            }

            await response.WriteAsync(context.Response);
        });
    }

    private static async Task<RequestKey> ReadKeyAsync(HttpRequest request)
    {
        var body = request.ContentLength is > 0 and var length ? new byte[length] : [];
        await request.Body.ReadExactlyAsync(body);
        return new($"{request.Method} {request.Path} {string.Join('|', KeyHeaders.Select(name => request.Headers[name].ToString()))}", body);
    }

    private static async Task<RecordedResponse> ForwardAsync(HttpClient http, HttpRequest request, byte[] body)
    {
        using var message = new HttpRequestMessage(new HttpMethod(request.Method), request.Path.ToUriComponent());
        message.Content = body.Length > 0 ? new ByteArrayContent(body) : null;
        foreach (var (name, values) in request.Headers)
        {
            // With the Host of the request, the emulator sends clients to this server.
            if (!message.Headers.TryAddWithoutValidation(name, values.AsEnumerable()))
            {
                message.Content?.Headers.TryAddWithoutValidation(name, values.AsEnumerable());
            }
        }

        using var response = await http.SendAsync(message);
        var headers = response.Headers.Concat(response.Content.Headers)
            .Where(header => header.Key is not ("Date" or "Server" or "Transfer-Encoding" or "Content-Length"))
            .Select(header => KeyValuePair.Create(header.Key, new StringValues([.. header.Value])));
        return new((int)response.StatusCode, [.. headers], await response.Content.ReadAsByteArrayAsync());
    }

    private readonly record struct RequestKey(string Head, byte[] Body)
    {
        public bool Equals(RequestKey other) => Head == other.Head && Body.AsSpan().SequenceEqual(other.Body);

        public override int GetHashCode()
        {
            var hash = new HashCode();
            hash.Add(Head);
            hash.AddBytes(Body);
            return hash.ToHashCode();
        }
    }

    private sealed record RecordedResponse(int Status, KeyValuePair<string, StringValues>[] Headers, byte[] Body)
    {
        public Task WriteAsync(HttpResponse response)
        {
            response.StatusCode = Status;
            foreach (var (name, value) in Headers)
            {
                response.Headers[name] = value;
            }

            return Body.Length > 0 ? OwnServer.AnswerAsync(response.HttpContext, Body) : Task.CompletedTask;
        }
    }
}
