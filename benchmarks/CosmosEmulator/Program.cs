using DroneDelivery.CosmosEmulator.Benchmarks;

await using var emulator = await EmulatorProcess.StartAsync();
var data = new BenchmarkData(emulator.Address);
var imported = await data.ImportAsync();

using var client = data.NewClient();
var load = new Workloads(client);

// Indexes are built and both sides' code is compiled before anything counts.
await Throughput.WarmUpAsync(emulator, load.FanOutSmallAsync);
await Throughput.WarmUpAsync(emulator, load.FanOutAsync);
await Throughput.WarmUpAsync(emulator, load.ReadAsync);

var reads = await Throughput.MeasureAsync(emulator, load.ReadAsync, [8, 32, 64]);
var fanOuts = await Throughput.MeasureAsync(emulator, load.FanOutAsync, [2, 4, 8]);
var growth = await Growth.MeasureAsync(load);

Console.WriteLine(ResultTable.Write(imported, reads, fanOuts, growth));
