using DroneDelivery.CosmosEmulator.Hosting;

return await EmulatorProgram.RunAsync(args);
