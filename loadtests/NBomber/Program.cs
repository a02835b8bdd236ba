using System.CommandLine;
using DroneDelivery.LoadTests.NBomber.Commands;

var root = new RootCommand("The load tests on NBomber.") { StaircaseCommand.Create(TimeProvider.System) };
var invocation = new InvocationConfiguration { ProcessTerminationTimeout = TimeSpan.FromSeconds(30) };
return await root.Parse(args).InvokeAsync(invocation);
