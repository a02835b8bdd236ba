using DroneDelivery.LoadTests.Lab;

var commands = LabCommands.Create(LoadEngine.BuiltIn(TimeProvider.System), TimeProvider.System);
return await LabProgram.RunAsync(commands, args);
