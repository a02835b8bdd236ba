using DroneDelivery.JsonBackend;
using Microsoft.Extensions.Configuration;

// Answers every request with 1 KB of JSON: --http-port for HTTP/1.1, --http2-port for HTTP/2; until standard input ends.
var flags = new ConfigurationBuilder().AddCommandLine(args).Build();
using var server = BackendServer.Listen(flags.GetValue<int>("http-port"), flags.GetValue<int>("http2-port"));
await server.StartAsync(new JsonAnswer(), CancellationToken.None);
await Console.In.ReadToEndAsync();
await server.StopAsync(CancellationToken.None);
