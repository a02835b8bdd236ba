using DroneDelivery.CosmosEmulator.Benchmarks;

await using var emulator = await EmulatorProcess.StartAsync();
var data = new BenchmarkData(emulator.Endpoint);
var imported = await data.ImportAsync();

using var client = data.NewClient();
var load = new Workloads(client);
await load.WarmUpAsync();

var reads = await Throughput.MeasureAsync(emulator, load.ReadAsync, [1, 8, 32, 64]);
var fanOuts = await Throughput.MeasureAsync(emulator, load.FanOutAsync, [1, 2, 4, 8]);
var growth = await Growth.MeasureAsync(load);

Console.WriteLine(ResultTable.Write(imported, reads, fanOuts, growth));
